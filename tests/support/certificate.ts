import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** Of 127.0.0.1 until 2100, signed by itself, and used by tests alone. */
export const certificate = {
  key: `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIMwl91/twg5trhgUXmSxJZLXI8EGtsXHXKGNkAtbEqOSoAoGCCqGSM49
AwEHoUQDQgAEQYWp1/TZh/2KCkVdZdHP2jx6n9D0L3HezpGLhejCyeO2mqhop2BX
SmZuckBwaY6IYBgba+RLKwjWgKVvsvfKmg==
-----END EC PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBgDCCASWgAwIBAgIUGlVrsEOcOWiEvSNFVcGvJff5eeswCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRbWFpbC5xdWF5LmV4YW1wbGUwIBcNMjAwMTAxMDAwMDAwWhgP
MjEwMDAxMDEwMDAwMDBaMBwxGjAYBgNVBAMMEW1haWwucXVheS5leGFtcGxlMFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEQYWp1/TZh/2KCkVdZdHP2jx6n9D0L3He
zpGLhejCyeO2mqhop2BXSmZuckBwaY6IYBgba+RLKwjWgKVvsvfKmqNDMEEwDwYD
VR0RBAgwBocEfwAAATAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBQ20d95JSwK
M1YPTcUVzkXnfGxNVDAKBggqhkjOPQQDAgNJADBGAiEA7z4UcXNyP+AYd+dz3YkC
71nWILATIpKcIOSyOai2gsoCIQDljPif/powSxlcqTBL3LWqXFlr0fF3hmSfQBDd
WxMnYg==
-----END CERTIFICATE-----`,
}

/** Until the file of tests has ended, this process takes it for one that can be trusted. */
export const trustCertificate = () =>
  setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
