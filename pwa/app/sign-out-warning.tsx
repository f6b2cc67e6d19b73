import { photoCount } from '#pwa/replica/waiting-photos.ts';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';

interface SignOutWarningProps {
  /** How many acts and photos are only on this device; none shows nothing. */
  acts: number;
  photos: number;
  onStay(): void;
  onLeave(): void;
}

const subjectOf = (acts: number, photos: number): string => {
  const parts = [acts > 0 ? `${acts} of your acts` : '', photos > 0 ? photoCount(photos) : ''];
  return `${parts.filter(Boolean).join(' and ')} ${acts + photos === 1 ? 'is' : 'are'}`;
};

/** Says what stays behind on this device before a person signs out. */
export function SignOutWarning({ acts, photos, onStay, onLeave }: SignOutWarningProps) {
  return (
    <ConfirmDialog
      open={acts + photos > 0}
      title="Sign out with unsent work?"
      confirmLabel="Sign out anyway"
      danger
      onConfirm={onLeave}
      onClose={onStay}
    >
      {`${subjectOf(acts, photos)} only on this device. They stay here, locked, and are sent when you sign in on it again.`}
    </ConfirmDialog>
  );
}
