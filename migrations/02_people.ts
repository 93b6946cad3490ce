import type { Knex } from 'knex'

export const audit = `
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  created_by uuid,
  updated_by uuid,
  revision int not null default 1`

/** The instance, people, sessions, workspaces and API tokens. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table instances (
      id uuid primary key, ${audit},
      instance_name text not null default 'Tandem',
      current_version text not null,
      edition text not null default 'COMMUNITY',
      is_setup_done boolean not null default false,
      is_signup_screen_visited boolean not null default false,
      is_telemetry_enabled boolean not null default false,
      is_support_required boolean not null default false,
      is_verified boolean not null default false,
      is_test boolean not null default false,
      origin_at_setup text,
      singleton boolean not null default true unique check (singleton)
    );
    create table instance_admins (
      id uuid primary key, ${audit},
      user_id uuid not null unique, role int not null default 20, is_verified boolean not null default true
    );
    create table instance_configurations (key text primary key, value text, updated_at timestamptz(3) not null default now());

    create table users (
      id uuid primary key, ${audit},
      first_name text not null default '', last_name text not null default '',
      avatar text not null default '', avatar_url text,
      is_bot boolean not null default false, display_name text not null
    );
    create table user_contacts (
      id uuid primary key references users, ${audit},
      email text not null unique, last_login_medium text not null default 'email'
    );
    create table accounts (
      id uuid primary key references users, ${audit},
      user_timezone text not null default 'UTC',
      is_active boolean not null default true,
      is_email_verified boolean not null default false,
      is_password_autoset boolean not null default false,
      date_joined timestamptz(3) not null default now(),
      username text not null unique,
      password_hash text
    );
    create table profiles (
      id uuid primary key, ${audit},
      "user" uuid not null unique references users,
      theme jsonb not null default '{}',
      is_tour_completed boolean not null default false,
      onboarding_step jsonb not null
        default '{"profile_complete":false,"workspace_create":false,"workspace_invite":false,"workspace_join":false}',
      use_case text, role text,
      is_onboarded boolean not null default false,
      last_workspace_id uuid,
      billing_address_country text not null default 'INDIA', billing_address jsonb,
      has_billing_address boolean not null default false,
      company_name text not null default ''
    );
    create table sessions (
      key_hash text primary key, user_id uuid not null references users, kind text not null,
      expires_at timestamptz(3) not null, created_at timestamptz(3) not null default now(),
      user_agent text, ip_address text
    );
    create index sessions_of_user on sessions (user_id);

    create table workspaces (
      id uuid primary key, ${audit},
      name text not null, slug text not null, owner_id uuid not null references users,
      logo text, logo_asset uuid, logo_url text, organization_size text, timezone text not null default 'UTC'
    );
    create unique index workspaces_slug on workspaces (lower(slug));
    create table workspace_members (
      id uuid primary key, ${audit},
      workspace_id uuid not null references workspaces, member_id uuid not null references users,
      role int not null check (role in (5, 15, 20)), is_active boolean not null default true, company_role text,
      unique (workspace_id, member_id)
    );
    create index workspace_members_of_user on workspace_members (member_id);
    create table api_tokens (
      id uuid primary key, ${audit},
      label text not null, description text not null default '', is_active boolean not null default true,
      last_used timestamptz(3), "user" uuid not null references users, user_type int not null default 0,
      workspace uuid not null references workspaces, expired_at timestamptz(3),
      is_service boolean not null default false, is_read_only boolean not null default false,
      token_hash text not null unique
    );
  `)
}
