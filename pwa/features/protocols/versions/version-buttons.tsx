import { BadgeCheck, CircleArrowUp, FileDown, GitBranchPlus, Pencil, Send, X } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#pwa/api/error-text.ts';
import { takeFile } from '#pwa/api/save-file.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import type { useVersionRights } from './version-status.ts';

interface VersionButtonsProps {
  rights: ReturnType<typeof useVersionRights>;
  /** The address of the signed record of the version. */
  recordUrl: string;
  onEdit(): void;
  onSubmit(): void;
  onReject(): void;
  onApprove(): void;
  /** Starts the next version, of research or of routine work. */
  onStart(research: boolean): void;
}

/** The buttons of a version, as far as this person may press them now. */
export function VersionButtons(props: VersionButtonsProps) {
  const { rights, recordUrl, onEdit, onSubmit, onReject, onApprove, onStart } = props;
  const [isLoading, setLoading] = useState(false);
  const downloadRecord = (): void => {
    setLoading(true);
    takeFile(recordUrl)
      .catch((error: unknown) => toast.error(errorText(error)))
      .finally(() => setLoading(false));
  };
  return (
    <>
      <Button icon={FileDown} busy={isLoading} onClick={downloadRecord}>
        Signed record
      </Button>
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
