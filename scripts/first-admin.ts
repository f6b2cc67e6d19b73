// npm run first-admin -- --email … --entity …: prints the link with which the first administrator opens their
// account.

import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { BUSINESS_ENTITIES } from '#db/values/business-entity.ts';
import { EmailAddress } from '#db/values/email-address.ts';
import { readEnv } from '#sync-server/config/env.ts';
import { createFirstAdminLink } from '#sync-server/services/identity/first-admin-link.ts';
import { ensurePermissionGroups } from '#sync-server/start/ensure-permission-groups.ts';
import { openDatabase } from '#sync-server/start/open-database.ts';

const USAGE = `Usage: npm run first-admin -- --email you@lab.example --entity ${BUSINESS_ENTITIES.join('|')}`;

try {
  const { values } = parseArgs({ options: { email: { type: 'string' }, entity: { type: 'string' } } });
  const email = EmailAddress.safeParse(values.email);
  const entity = BUSINESS_ENTITIES.find((name) => name === values.entity);
  if (!email.success || !entity) throw new Error(USAGE);
  const env = readEnv(process.env);
  const database = await openDatabase(env, pino({ level: 'warn', base: null }));
  try {
    await ensurePermissionGroups(database.pool);
    const services = { pool: database.pool, env, now: () => new Date() };
    const link = await createFirstAdminLink(services, { entity, email: email.data });
    console.log(`Open this link within 24 hours; it works once:\n${link}`);
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
