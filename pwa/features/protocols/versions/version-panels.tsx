import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { mayOpen } from '#db/access/homes.ts';
import type { ShownChange } from '#db/protocols/versions/change-words.ts';
import type { VersionSignature } from '#db/protocols/versions/sign-version.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { StatusBadge, ToneBadge } from '#pwa/ui/badge.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';

/** A version in the list of the versions of one method. */
export interface ListedVersion {
  id: string;
  number: number;
  display: StatusDisplay;
}

/** The page of one version of a kind of method. */
export type VersionPath =
  | '/lab/procedures/$id'
  | '/lab/flows/$id'
  | '/lab/protocols/$id'
  | '/lab/analysis/$id';

/** The name of a version; a link where this person may open its page. */
export function VersionLink({ to, id, text }: { to: VersionPath; id: string; text: string }) {
  const session = useSession().session;
  if (!session || !mayOpen(session, to.replace('$id', id))) return <span>{text}</span>;
  return (
    <Link to={to} params={{ id }} className="underline">
      {text}
    </Link>
  );
}

/** What an author or a director has to know before anything else: the rejection, the problems, the change. */
export function VersionNotices({
  row,
  problems,
}: {
  row: { status: string; rejectionReason: string | null; changeSummary: string | null };
  problems: readonly { id: string; message: string }[];
}) {
  return (
    <>
      {row.status === 'REJECTED' && row.rejectionReason && (
        <Notice tone="danger" title="This version was rejected">
          <p className="wrap-anywhere">{row.rejectionReason}</p>
        </Notice>
      )}
      {problems.length > 0 && (
        <Notice
          tone="warning"
          title={`${countOf(problems.length, 'problem')} before this version can be submitted`}
        >
          <ul className="list-disc pl-5">
            {problems.map(({ id, message }) => (
              <li key={id}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      {row.changeSummary && (
        <Section title="Change summary">
          <p className="max-w-prose whitespace-pre-line">{row.changeSummary}</p>
        </Section>
      )}
    </>
  );
}

/** The signatures on a version, with whether each is still valid. */
export function Signatures({ signatures }: { signatures: readonly VersionSignature[] }) {
  if (signatures.length === 0) return null;
  return (
    <Section title="Signatures">
      <ul className="flex flex-col gap-2">
        {signatures.map((signature) => (
          <li key={signature.id} className="flex flex-wrap items-center gap-2">
            <span>{`${signature.meaning} ${signature.printedName}`}</span>
            <Time value={signature.occurredAt} />
            {signature.valid ? (
              <ToneBadge tone="success" label="Valid" />
            ) : (
              <ToneBadge tone="danger" label="Not valid" />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** All versions of a method, newest first, with their status. */
export function Versions({
  currentId,
  versions,
  to,
}: {
  currentId: string;
  versions: readonly ListedVersion[];
  to: VersionPath;
}) {
  return (
    <Section title="Versions">
      <ul className="flex flex-col gap-1">
        {versions.map(({ id, number, display }) => (
          <li key={id} className="flex min-h-8 flex-wrap items-center gap-2">
            {id === currentId ? (
              <span aria-current="page" className="font-semibold">{`Version ${number}`}</span>
            ) : (
              <Link to={to} params={{ id }} className="underline">
                {`Version ${number}`}
              </Link>
            )}
            <StatusBadge display={display} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What differs between this version and another one, at first the one that it replaces. */
export function VersionComparison({
  currentId,
  supersedesId,
  versions,
  children,
}: {
  currentId: string;
  supersedesId: string | null;
  versions: readonly ListedVersion[];
  children(otherId: string): ReactNode;
}) {
  const otherVersions = versions.filter(({ id }) => id !== currentId);
  const [selectedId, setSelectedId] = useState(supersedesId ?? otherVersions[0]?.id ?? '');
  if (otherVersions.length === 0) return null;
  return (
    <Section title="Compare versions">
      <div className="mb-4 max-w-md">
        <Field label="Compare with">
          {(control) => (
            <Select<string>
              {...control}
              value={selectedId}
              onChange={setSelectedId}
              options={otherVersions.map(({ id, number, display }) => ({
                value: id,
                label: `Version ${number}, ${display.label}`,
              }))}
            />
          )}
        </Field>
      </div>
      {selectedId !== '' && children(selectedId)}
    </Section>
  );
}

/** Values that differ between two versions: the earlier one, then the later one. */
export function ShownChanges({ changes }: { changes: readonly ShownChange[] }) {
  if (changes.length === 0) return <p className="text-ink-soft">Both versions have the same content.</p>;
  return (
    <ul aria-label="Changes" className="flex flex-col gap-1">
      {changes.map(({ name, from, to }) => (
        <li key={name} className="wrap-anywhere text-sm">
          <span className="text-ink-soft">{`${name}: `}</span>
          <del className="text-ink-soft">{from}</del>
          <ArrowRight aria-label="to" size={14} className="mx-1 inline" />
          <ins className="font-medium no-underline">{to}</ins>
        </li>
      ))}
    </ul>
  );
}
