import { z } from 'zod';
import { SERVER_CARD_KINDS } from '#db/access/record-pages.ts';
import { Role } from '#db/access/roles.ts';
import { MembershipStatus } from '#db/identity/shown-user.ts';
import { OrderStatus } from '#db/ordering/orders/order-status.ts';
import { CompanyStatus } from '#db/organizations/company.ts';
import { CompanyType } from '#db/organizations/company-type.ts';
import { CompanyVerificationStatus } from '#db/organizations/company-verification-status.ts';
import { SpecimenType } from '#db/specimens/specimen-material.ts';
import { SpecimenStatus } from '#db/specimens/specimen-status.ts';

const ServerCardKind = z.enum(SERVER_CARD_KINDS);

const OrderCard = z.object({
  kind: z.literal('order'),
  /** Null for a draft, which its service and creation name. */
  orderNumber: z.string().nullable(),
  createdAt: z.string(),
  status: OrderStatus,
  companyName: z.string(),
  serviceName: z.string(),
  submittedAt: z.string().nullable(),
  receivedAt: z.string().nullable(),
});
const SpecimenCard = z.object({
  kind: z.literal('specimen'),
  requisitionNumber: z.string(),
  customerSampleId: z.string(),
  julianId: z.string().nullable(),
  status: SpecimenStatus,
  repeatedIn: z.string().nullable(),
  providedSpecimenType: SpecimenType,
  receivedAt: z.string().nullable(),
});
const OrganizationCard = z.object({
  kind: z.literal('organization'),
  name: z.string(),
  type: CompanyType,
  status: CompanyStatus,
  verificationStatus: CompanyVerificationStatus,
  parentName: z.string().nullable(),
  members: z.number(),
});
const PersonCard = z.object({
  kind: z.literal('person'),
  name: z.string(),
  email: z.string(),
  role: Role,
  companyName: z.string(),
  status: MembershipStatus,
});

/** Which card is read, by the kind of its record. */
export const CardQuery = z.strictObject({ kind: ServerCardKind });

/** What the card of a link shows of its record, without patient data. */
export const RecordCard = z.discriminatedUnion('kind', [
  OrderCard,
  SpecimenCard,
  OrganizationCard,
  PersonCard,
]);
export type RecordCard = z.infer<typeof RecordCard>;
