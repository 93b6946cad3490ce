import type { Knex } from 'knex'

/** A person's picture and cover are reported as a project's are: what was sent comes first, then the address that was given. */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table users add column avatar_asset uuid, add column cover_image text;
    update users set avatar_asset = substring(avatar_url from '^/api/assets/v2/static/([0-9a-f-]{36})/$')::uuid;
    alter table users drop column avatar_url, drop column cover_image_url;
    alter table users
      add column avatar_url text generated always as (
        case when avatar_asset is null then nullif(avatar, '')
        else '/api/assets/v2/static/' || avatar_asset::text || '/' end) stored,
      add column cover_image_url text generated always as (
        case when cover_image_asset is null then nullif(cover_image, '')
        else '/api/assets/v2/static/' || cover_image_asset::text || '/' end) stored;
  `)
}
