import { photoCount } from '#pwa/replica/waiting-photos.ts';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';

interface SignOutWarningProps {
  /** The number of operations and photos that are only on this device; zero shows nothing. */
  operationCount: number;
  photos: number;
  onStay(): void;
  onLeave(): void;
}

const subjectOf = (operationCount: number, photos: number): string => {
  const parts = [
    operationCount > 0 ? `${operationCount} of your acts` : '',
    photos > 0 ? photoCount(photos) : '',
  ];
  return `${parts.filter(Boolean).join(' and ')} ${operationCount + photos === 1 ? 'is' : 'are'}`;
};

/** A warning about the work that remains on this device when a user signs out. */
export function SignOutWarning({ operationCount, photos, onStay, onLeave }: SignOutWarningProps) {
  return (
    <ConfirmDialog
      open={operationCount + photos > 0}
      title="Sign out with unsent work?"
      confirmLabel="Sign out anyway"
      danger
      onConfirm={onLeave}
      onClose={onStay}
    >
      {`${subjectOf(operationCount, photos)} only on this device. They stay here, locked, and are sent when you sign in on it again.`}
    </ConfirmDialog>
  );
}
