import { BadgeCheck, CircleArrowUp, GitBranchPlus, Pencil, Send, X } from 'lucide-react';
import { Button } from '#pwa/ui/button.tsx';
import type { useVersionRights } from './version-status.ts';

interface VersionButtonsProps {
  rights: ReturnType<typeof useVersionRights>;
  onEdit(): void;
  onSubmit(): void;
  onReject(): void;
  onApprove(): void;
  /** Starts the next version, of research or of routine work. */
  onStart(research: boolean): void;
}

/** The buttons of a version, as far as this person may press them now. */
export function VersionButtons(props: VersionButtonsProps) {
  const { rights, onEdit, onSubmit, onReject, onApprove, onStart } = props;
  return (
    <>
      {rights.edits && (
        <Button icon={Pencil} onClick={onEdit}>
          Edit
        </Button>
      )}
      {rights.submits && (
        <Button variant="primary" icon={Send} onClick={onSubmit}>
          Submit
        </Button>
      )}
      {rights.decides && (
        <>
          <Button icon={X} onClick={onReject}>
            Reject
          </Button>
          <Button variant="primary" icon={BadgeCheck} onClick={onApprove}>
            Approve
          </Button>
        </>
      )}
      {(rights.starts || rights.startsResearch) && (
        <Button icon={GitBranchPlus} onClick={() => onStart(rights.startsResearch)}>
          New version
        </Button>
      )}
      {rights.promotes && (
        <Button icon={CircleArrowUp} onClick={() => onStart(false)}>
          Promote to routine
        </Button>
      )}
    </>
  );
}
