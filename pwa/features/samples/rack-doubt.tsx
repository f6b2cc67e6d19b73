import { Check, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Emptied, OtherRack } from '#db/storage/rack-scan-doubts.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

interface RackDoubtProps {
  box: StorageManagement;
  otherRack: OtherRack | null;
  emptied: Emptied | null;
  onAgree(): void;
  onDiscard(): void;
}

const ownerText = (owner: string | null): string =>
  owner === null ? 'which the lab does not know' : `the label of ${owner}`;

/**
 * Asks about a suspicious rack file, one doubt after the other; discards the file unless each is confirmed.
 */
export function RackDoubt({ box, otherRack, emptied, onAgree, onDiscard }: RackDoubtProps) {
  if (otherRack)
    return (
      <Notice tone="danger" title={`Is this the file of ${box.name}?`}>
        <p>
          {'Chosen: '}
          <strong>{box.name}</strong>
          {otherRack.selectedCode === null ? ', which has no label. ' : ', label '}
          {otherRack.selectedCode !== null && <strong className="code">{otherRack.selectedCode}</strong>}
          {otherRack.selectedCode !== null && '. '}
          {'In the file: '}
          <strong className="code">{otherRack.inFile}</strong>
          {`, ${ownerText(otherRack.owner)}.`}
        </p>
        <Answers key="rack" agree={`Use it for ${box.name}`} onAgree={onAgree} onDiscard={onDiscard} />
      </Notice>
    );
  if (!emptied) return null;
  const { emptied: lost, occupied } = emptied;
  return (
    <Notice tone="danger" title={`Mark ${lost} of ${occupied} tubes as not found?`}>
      <p>
        {`${occupied} positions of ${box.name} are occupied. The tubes of ${lost} of them are not in this file.`}
      </p>
      <Answers key="emptied" agree={`Mark ${lost} as not found`} onAgree={onAgree} onDiscard={onDiscard} />
    </Notice>
  );
}

function Answers({ agree, onAgree, onDiscard }: { agree: string; onAgree(): void; onDiscard(): void }) {
  // The button that changes nothing has the focus, also when a second question replaces the first.
  const discard = useRef<HTMLButtonElement>(null);
  useEffect(() => discard.current?.focus(), []);
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button ref={discard} variant="primary" icon={X} onClick={onDiscard}>
        Discard file
      </Button>
      <Button icon={Check} onClick={onAgree}>
        {agree}
      </Button>
    </div>
  );
}
