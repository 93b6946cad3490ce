export type Reply<T = Record<string, unknown>> = {
  status: number
  body: T
  headers: Headers
  location: string | null
}

type Options = { headers?: Record<string, string>; raw?: string | Buffer }

/** Someone who calls over real HTTP and keeps cookies, as a browser would; or with a token, as an integration would. */
export const visitor = (origin: string, token?: string) => {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  const send = async <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    options: Options = {},
  ): Promise<Reply<T>> => {
    const form = body instanceof URLSearchParams
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(jar.size > 0 ? { cookie: cookie() } : {}),
        ...(token ? { 'x-api-key': token } : {}),
        ...(body !== undefined && !form ? { 'content-type': 'application/json' } : {}),
        ...options.headers,
      },
      ...(options.raw !== undefined
        ? { body: options.raw as string }
        : body === undefined
          ? {}
          : { body: form ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/Max-Age=0/.test(line)) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const text = await response.text()
    let parsed: unknown = text
    if (response.headers.get('content-type')?.includes('json')) parsed = JSON.parse(text)
    return {
      status: response.status,
      body: parsed as T,
      headers: response.headers,
      location: response.headers.get('location'),
    }
  }

  return {
    jar,
    cookie,
    get: <T = Record<string, unknown>>(path: string, options?: Options) =>
      send<T>('GET', path, undefined, options),
    post: <T = Record<string, unknown>>(path: string, body: unknown = {}, options?: Options) =>
      send<T>('POST', path, body, options),
    patch: <T = Record<string, unknown>>(path: string, body: unknown = {}, options?: Options) =>
      send<T>('PATCH', path, body, options),
    delete: <T = Record<string, unknown>>(path: string, body?: unknown, options?: Options) =>
      send<T>('DELETE', path, body, options),
    send,
    /** One of the form posts, with its CSRF token. */
    form: async (path: string, fields: Record<string, string>, options?: Options) => {
      const { body } = await send<{ csrf_token: string }>('GET', '/auth/get-csrf-token/')
      return send(
        'POST',
        path,
        new URLSearchParams({ csrfmiddlewaretoken: body.csrf_token, ...fields }),
        options,
      )
    },
  }
}

export type Visitor = ReturnType<typeof visitor>
