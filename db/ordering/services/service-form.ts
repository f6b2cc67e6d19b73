import { z } from 'zod';
import { MAX_SPECIMENS } from '#db/ordering/drafts/draft-form.ts';
import { PackageType } from '#db/ordering/orders/order-terms.ts';
import { FileSubtype } from '#db/records/files/file-type.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { Reason } from '#db/values/reason.ts';
import { ServiceStatus } from './service.ts';

const maxText = `No more than ${MAX_SPECIMENS} specimens.`;
const unique = <T>(list: T[]): T[] => [...new Set(list)];

const Facts = z.strictObject({
  name: oneLine('Name is required', 120),
  slug: z
    .string()
    .trim()
    .max(100, 'Use at most 100 characters.')
    .regex(
      /^[a-z0-9]+(-[a-z0-9]+)*$/,
      'Use small letters, digits and single hyphens, for example whole-genome.',
    ),
  summary: oneLine('Summary is required', 300),
  description: orEmpty(z.string().trim().max(10_000, 'Use at most 10,000 characters.')),
  category: orEmpty(oneLine('', 60)),
  packageTypes: z.array(PackageType).min(1, 'Choose tubes, plates or both.').transform(unique),
  minSpecimens: z.int('Enter a whole number.').min(1, 'At least one specimen.').max(MAX_SPECIMENS, maxText),
  maxSpecimens: z
    .int('Enter a whole number.')
    .min(1, 'At least one specimen.')
    .max(MAX_SPECIMENS, maxText)
    .nullable(),
  deliverables: z.array(FileSubtype).transform(unique),
  turnaroundText: orEmpty(oneLine('', 100)),
  sortOrder: z.int('Enter a whole number.').min(0).max(10_000, 'Enter 0 to 10,000.').nullable(),
});

/** The changed fields of a service. */
export const ServiceChanges = Facts.partial();
export type ServiceChanges = z.infer<typeof ServiceChanges>;
export const SERVICE_FIELDS = Object.keys(Facts.shape) as (keyof ServiceChanges)[];

/** The new status of a service. */
export const ServiceStatusChange = z.strictObject({
  status: ServiceStatus,
  /** Why it is taken off sale; required only then. */
  reason: Reason.nullable().default(null),
});
