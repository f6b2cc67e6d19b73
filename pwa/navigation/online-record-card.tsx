import type { ReactNode } from 'react';
import type { ServerCardKind } from '#db/access/record-pages.ts';
import { roleLabel } from '#db/access/role-labels.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import { readRecordCard } from '#db/api/records/search.ts';
import { MEMBERSHIP_STATUS } from '#db/identity/shown-user.ts';
import { shownRequisition } from '#db/ordering/manifest/requisition-number.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import { COMPANY_STATUS } from '#db/organizations/company.ts';
import { COMPANY_TYPE } from '#db/organizations/company-type.ts';
import { COMPANY_VERIFICATION_STATUS } from '#db/organizations/company-verification-status.ts';
import type { RecordCard } from '#db/records/record-card.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-material.ts';
import { specimenDisplay } from '#db/specimens/specimen-status.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useCall } from '#pwa/api/use-call.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { CardFacts } from './card-facts.tsx';

function Facts({ card }: { card: RecordCard }): ReactNode {
  const role = useSession().session?.user.role ?? null;
  switch (card.kind) {
    case 'order':
      return (
        <CardFacts
          title={orderTitle(card)}
          status={<StatusBadge display={ORDER_STATUS[card.status]} />}
          facts={[
            { name: 'Organization', value: card.companyName },
            { name: 'Service', value: card.serviceName },
            { name: 'Submitted', value: card.submittedAt && <Time value={card.submittedAt} /> },
            { name: 'Received', value: card.receivedAt && <Time value={card.receivedAt} /> },
          ]}
        />
      );
    case 'specimen': {
      const isCustomer = role === null || !seesAllCompanies(role);
      return (
        <CardFacts
          title={card.customerSampleId}
          status={<StatusBadge display={specimenDisplay(card.status, isCustomer, card.repeatedIn)} />}
          facts={[
            { name: 'Requisition', value: shownRequisition(card.requisitionNumber) },
            { name: 'Julian ID', value: card.julianId },
            { name: 'Type', value: SPECIMEN_TYPE[card.providedSpecimenType] },
            { name: 'Received', value: card.receivedAt && <Time value={card.receivedAt} /> },
          ]}
        />
      );
    }
    case 'organization':
      return (
        <CardFacts
          title={card.name}
          status={<StatusBadge display={COMPANY_STATUS[card.status]} />}
          facts={[
            { name: 'Type', value: COMPANY_TYPE[card.type] },
            { name: 'Part of', value: card.parentName },
            {
              name: 'Verification',
              value:
                card.verificationStatus === 'NOT_APPLICABLE'
                  ? ''
                  : COMPANY_VERIFICATION_STATUS[card.verificationStatus].label,
            },
            { name: 'Members', value: String(card.members) },
          ]}
        />
      );
    case 'person':
      return (
        <CardFacts
          title={card.name}
          status={<StatusBadge display={MEMBERSHIP_STATUS[card.status]} />}
          facts={[
            { name: 'Role', value: roleLabel(card.role, role) },
            { name: 'Organization', value: card.companyName },
            { name: 'Email', wide: true, value: card.email },
          ]}
        />
      );
  }
}

interface OnlineRecordCardProps {
  kind: ServerCardKind;
  id: string;
}

function Card({ kind, id }: OnlineRecordCardProps) {
  // The message stands where the server does not answer.
  const { data, error } = useCall(
    readRecordCard,
    { params: { id }, query: { kind } },
    { message: 'Needs a connection' },
  );
  if (data) return <Facts card={data} />;
  if (error) return <p className="text-ink-soft">{errorText(error)}</p>;
  return <Skeleton lines={3} label="Loading" />;
}

/** What the server knows of a record, read when the card opens. */
export const OnlineRecordCard = (props: OnlineRecordCardProps) => (
  <OnlineQueries>
    <Card {...props} />
  </OnlineQueries>
);
