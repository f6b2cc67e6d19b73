import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import {
  hasServerCard,
  opensPerson,
  organizationPage,
  type ServerCardKind,
} from '#db/access/record-pages.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { useReplicaIfAny } from '#pwa/replica/hooks/replica-context.tsx';
import { useSession } from '#pwa/replica/session/session.ts';
import { HoverCard } from '#pwa/ui/hover-card.tsx';
import { lazyComponent } from '#pwa/ui/lazy-component.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useOnlinePart } from '#pwa/ui/use-online-part.tsx';
import type { CardKind } from './record-card.tsx';

const Loading = () => <Skeleton lines={2} label="Loading" />;

const RecordCard = lazyComponent(async () => (await import('./record-card.tsx')).RecordCard, Loading);

const loadOnlineCard = () => import('./online-record-card.tsx').then((part) => part.OnlineRecordCard);

/** The card of the server; its code is not on devices, so that it may be missing without a network. */
function ServerCard(record: { kind: ServerCardKind; id: string }) {
  const { part: OnlineRecordCard, failed } = useOnlinePart(true, loadOnlineCard);
  if (OnlineRecordCard) return <OnlineRecordCard {...record} />;
  return failed ? <p className="text-ink-soft">Needs a connection</p> : <Loading />;
}

/** Return how the card of a record is drawn: from the replica, else from the server; null without a card. */
function useCardContent(kind: CardKind, id: string): (() => ReactNode) | null {
  const replica = useReplicaIfAny();
  const online = hasServerCard(kind) ? <ServerCard kind={kind} id={id} /> : null;
  const isOnline = replica === null && online !== null;
  useEffect(() => {
    // Loaded with the page: a browser requests a file only once, and the network may be gone by then.
    if (isOnline) loadOnlineCard().catch(() => undefined);
  }, [isOnline]);
  if (replica) return () => <RecordCard kind={kind} id={id} fallback={online} />;
  return online && (() => online);
}

interface WithRecordCardProps {
  kind: CardKind;
  id: string;
  /** The number or name of the record. */
  name: string;
  /** The link to the record. */
  children: ReactNode;
}

/** A link with the card of its record. */
export function WithRecordCard({ kind, id, name, children }: WithRecordCardProps) {
  const content = useCardContent(kind, id);
  if (!content) return children;
  return (
    <HoverCard label={`About ${name}`} content={content}>
      {children}
    </HoverCard>
  );
}

/** The name of a record of this device that has no page for this person: a press opens its card. */
export function RecordName({ kind, id, name }: Omit<WithRecordCardProps, 'children'>) {
  return (
    <HoverCard
      label={`About ${name}`}
      content={() => <RecordCard kind={kind} id={id} fallback={null} />}
      opensOnPress
    >
      {name}
    </HoverCard>
  );
}

const LINK =
  'inline-flex min-h-11 items-center text-accent-ink underline underline-offset-2 wrap-anywhere md:min-h-6';

/** An organization as links name it. */
interface OrganizationLinkProps {
  id: string;
  name: string;
  /** Its business entity, where that may be another one than the person's. */
  entity?: BusinessEntity;
}

/** The name of an organization with its card; a link where this person may open its page. */
export function OrganizationLink({ id, entity, name }: OrganizationLinkProps) {
  const session = useSession().session;
  const page = session && organizationPage(session, { id, entity: entity ?? session.entity });
  if (!page) return name;
  return (
    <WithRecordCard kind="organization" id={id} name={name}>
      <Link to={page} params={{ id }} className={LINK}>
        {name}
      </Link>
    </WithRecordCard>
  );
}

/** A user as links name them. */
interface PersonLinkProps extends OrganizationLinkProps {
  /** The company of the person; null where it is not known. */
  companyId: string | null;
}

/** The name of a user with their card; a link where this person may open their page. */
export function PersonLink({ id, entity, companyId, name }: PersonLinkProps) {
  const session = useSession().session;
  if (!session || !opensPerson(session, { id, entity: entity ?? session.entity, companyId })) return name;
  return (
    <WithRecordCard kind="person" id={id} name={name}>
      <Link to="/users/$userId" params={{ userId: id }} className={LINK}>
        {name}
      </Link>
    </WithRecordCard>
  );
}
