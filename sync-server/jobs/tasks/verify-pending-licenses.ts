import { AppError } from '#db/errors/app-error.ts';
import { type ClinicianLicense, clinicianLicense } from '#db/patients/clinician-license.ts';
import { approveLicense, returnLicense } from '#db/patients/verify-license.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import {
  type LicenseRegistry,
  type RegistryFinding,
  RegistryUnavailable,
} from '#sync-server/integrations/licenses/license-registry.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';
import { notifyAboutLicense } from '#sync-server/services/patients/notify-about-license.ts';

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

/** Store the registry's result, unless the license was changed meanwhile. */
async function saveFinding(
  services: Services,
  registry: LicenseRegistry,
  pending: Waiting,
  { verdict, message }: RegistryFinding,
): Promise<void> {
  const { pool, env, now } = services;
  const moment = { now: now(), timeZone: env.LAB_TIMEZONE };
  const reviewer = { registry: registry.name };
  await writeAsSystem(pool, pending.entity, moment, async (tx, context, client) => {
    const row = await tx.get(clinicianLicense, pending.id);
    if (!row || row.version !== pending.version) return;
    const registryPatch = { registryAskedAt: context.occurredAt, verificationMessage: message };
    await tx.patch(clinicianLicense, row.id, registryPatch);
    if (verdict === 'REVIEW') return;
    if (verdict === 'WRONG') {
      await returnLicense(tx, context, row, { reviewer, message });
      await notifyAboutLicense(client, services, row, { kind: 'PROBLEM', reason: message });
      return;
    }
    try {
      await approveLicense(tx, context, row, { reviewer, message });
    } catch (error) {
      // The registry confirms the person, but another field differs: a reviewer sees which.
      if (!(error instanceof AppError)) throw error;
      await tx.patch(clinicianLicense, row.id, { verificationMessage: `${message} ${error.message}` });
      return;
    }
    await notifyAboutLicense(client, services, row, { kind: 'VERIFIED', reason: message });
  });
}

/**
 * Check waiting licenses with the registry, each once per change. An unavailable registry is asked again in
 * the next run; meanwhile licenses wait for a reviewer. Returns the number of licenses with a result.
 */
export async function verifyPendingLicenses(services: Services, registry: LicenseRegistry): Promise<number> {
  if (!registry.isConnected) return 0;
  const { rows } = await services.pool.query<Waiting>(WAITING);
  let decidedCount = 0;
  for (const pending of rows) {
    try {
      await saveFinding(services, registry, pending, await registry.checkLicense(pending));
    } catch (error) {
      if (!(error instanceof RegistryUnavailable)) throw error;
      services.logger.warn({ registry: registry.name, reason: error.message }, 'the registry is away');
      break;
    }
    decidedCount += 1;
  }
  return decidedCount;
}
