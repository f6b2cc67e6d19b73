import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { FileSubtype } from '#db/records/file-subtype.ts';
import { bool, int, longText, ref, requiredText, text } from '#db/values/field-types.ts';
import { PackageType } from './package-type.ts';
import { ServiceStatus } from './service-status.ts';

/** A product for customers: exactly one for each protocol. */
export const service = defineEntity({
  name: 'Service',
  table: 'service',
  schema: z.object({
    ...tenantFields,
    protocolId: ref,
    name: requiredText,
    slug: z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      .max(100),
    summary: requiredText,
    description: longText.nullable(),
    category: text.nullable(),
    status: ServiceStatus,
    imageFileId: ref.nullable(),
    sortOrder: int.nullable(),
    packageTypes: z.array(PackageType),
    minSpecimens: int.min(1),
    maxSpecimens: int.min(1).nullable(),
    deliverables: z.array(FileSubtype),
    turnaroundText: text.nullable(),
    clinical: bool,
  }),
  create: [
    'protocolId',
    'name',
    'slug',
    'summary',
    'description',
    'category',
    'packageTypes',
    'minSpecimens',
    'maxSpecimens',
    'clinical',
  ],
  update: [
    'name',
    'slug',
    'summary',
    'description',
    'category',
    'imageFileId',
    'sortOrder',
    'packageTypes',
    'minSpecimens',
    'maxSpecimens',
    'deliverables',
    'turnaroundText',
    'clinical',
  ],
  list: {
    sort: ['name', 'sortOrder', 'status'],
    filter: ['status', 'category', 'clinical'],
    search: ['name', 'summary'],
  },
  indexes: ['protocolId', 'slug'],
  replica: { own: { collection: 'orders' } },
});
export type Service = Row<typeof service>;
