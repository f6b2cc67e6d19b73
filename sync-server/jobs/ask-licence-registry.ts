import { AppError } from '#db/errors/app-error.ts';
import { type ClinicianLicense, clinicianLicense } from '#db/patients/clinician-license.ts';
import { sendLicenceBack, verifyLicence } from '#db/patients/licence-verdict.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import {
  type LicenceRegistry,
  RegistryAway,
  type RegistryFinding,
} from '#sync-server/integrations/licences/port.ts';
import { tellAboutLicence } from '#sync-server/services/patients/tell-about-licence.ts';
import { writeAsSystem } from './write-as-system.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now' | 'logger'>;
const ROUND = 25;

const WAITING = `
  SELECT l.id, l.entity, l.version, l.npi, l.designation, l.license_number AS "licenseNumber", l.state,
         u.first_name AS "firstName", u.last_name AS "lastName"
    FROM clinician_license l JOIN "user" u ON u.id = l.user_id
   WHERE l.status = 'PENDING_VERIFICATION' AND l.registry_asked_at IS NULL AND NOT l.deleted
   ORDER BY l.updated_at, l.id LIMIT ${ROUND}`;

type Waiting = Pick<
  ClinicianLicense,
  'id' | 'entity' | 'version' | 'npi' | 'designation' | 'licenseNumber' | 'state'
> & { firstName: string; lastName: string };

/** Writes down what the registry has found, unless the license was changed while it was asked. */
async function keep(
  services: Services,
  registry: LicenceRegistry,
  asked: Waiting,
  { verdict, message }: RegistryFinding,
): Promise<void> {
  const { pool, env, now } = services;
  const moment = { now: now(), timeZone: env.LAB_TIMEZONE };
  const reviewer = { registry: registry.name };
  await writeAsSystem(pool, asked.entity, moment, async (tx, context, client) => {
    const row = await tx.get(clinicianLicense, asked.id);
    if (!row || row.version !== asked.version) return;
    const seen = { registryAskedAt: context.occurredAt, verificationMessage: message };
    await tx.patch(clinicianLicense, row.id, seen);
    if (verdict === 'REVIEW') return;
    if (verdict === 'WRONG') {
      await sendLicenceBack(tx, context, row, { reviewer, message });
      await tellAboutLicence(client, services, row, { what: 'PROBLEM', reason: message });
      return;
    }
    try {
      await verifyLicence(tx, context, row, { reviewer, message });
    } catch (error) {
      // The registry is right about the person, yet something else is not: a reviewer sees what.
      if (!(error instanceof AppError)) throw error;
      await tx.patch(clinicianLicense, row.id, { verificationMessage: `${message} ${error.message}` });
      return;
    }
    await tellAboutLicence(client, services, row, { what: 'VERIFIED', reason: message });
  });
}

/**
 * Asks the registry about licenses that wait, each once for every change of it. A registry that is away is asked again at
 * the next round, and licenses wait for a reviewer meanwhile. Answers how many it has said something about.
 */
export async function askLicenceRegistry(services: Services, registry: LicenceRegistry): Promise<number> {
  if (!registry.asks) return 0;
  const { rows } = await services.pool.query<Waiting>(WAITING);
  let told = 0;
  for (const asked of rows) {
    try {
      await keep(services, registry, asked, await registry.lookUp(asked));
    } catch (error) {
      if (!(error instanceof RegistryAway)) throw error;
      services.logger.warn({ registry: registry.name, reason: error.message }, 'the registry is away');
      break;
    }
    told += 1;
  }
  return told;
}
