import type { Knex } from 'knex'

/** Hours in which a person is given nothing outside of their inbox, in their own zone, and the news held until their end. */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table notification_preferences
      add quiet boolean not null default false,
      -- Minutes after midnight; to what is earlier, or the same, is until the next day.
      add quiet_from int not null default 1320, add quiet_to int not null default 480,
      -- On which it begins; 0 is Sunday.
      add quiet_days int[] not null default '{0,1,2,3,4,5,6}';
    create index notification_preferences_quiet on notification_preferences ("user") where quiet;

    alter table notifications_to_mail add held boolean not null default false;
    alter table notifications_to_push add held boolean not null default false;
  `)
}
