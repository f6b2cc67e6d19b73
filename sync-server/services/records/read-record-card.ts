import type { Grant } from '#db/access/families.ts';
import { mayPerson } from '#db/access/grants.ts';
import type { ServerCardKind } from '#db/access/record-pages.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { RecordCard } from '#db/records/record-card.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { readUser } from '#sync-server/services/identity/read-user.ts';
import { readOrder } from '#sync-server/services/ordering/orders/read-order.ts';
import { readCompany } from '#sync-server/services/organizations/read-company.ts';
import { readCustomersSpecimen } from '#sync-server/services/specimens/customers-routes.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** How the page of one kind is read: its grants, and its reader with the access scope of that page. */
interface CardSource {
  grants: readonly Grant[];
  read(services: Services, session: Session, id: string): Promise<object>;
}

const SOURCES: Record<ServerCardKind, CardSource> = {
  order: {
    grants: ['orders:read', 'lab/orders:read'],
    read: ({ pool }, session, id) => readOrder(pool, session, id),
  },
  specimen: {
    grants: ['specimens:read'],
    read: ({ pool }, session, id) => readCustomersSpecimen(pool, session, id),
  },
  organization: {
    grants: ['companies:read'],
    read: async ({ pool }, session, id) => {
      const company = await readCompany(pool, session, id);
      return { ...company, parentName: company.parent?.name ?? null };
    },
  },
  person: {
    grants: ['users:read'],
    read: async (services, session, id) => {
      const { memberships, ...person } = await readUser(services, session, id);
      return { ...(memberships.find(({ status }) => status === 'ACTIVE') ?? memberships[0]), ...person };
    },
  },
};

/** Read the card of a record by the reader of its page, so that it shows nothing that the page would not. */
export async function readRecordCard(
  services: Services,
  session: Session,
  kind: ServerCardKind,
  id: string,
): Promise<RecordCard> {
  const { grants, read } = SOURCES[kind];
  if (!grants.some((grant) => mayPerson(session, grant))) throw new AppError('FORBIDDEN', MESSAGES.forbidden);
  return RecordCard.parse({ ...(await read(services, session, id)), kind });
}
