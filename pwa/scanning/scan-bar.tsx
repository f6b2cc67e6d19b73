import { CameraButton } from './camera-button.tsx';
import { ScanField } from './scan-field.tsx';

interface ScanBarProps {
  /** What to scan now. */
  label: string;
  placeholder?: string;
  autoFocus?: boolean;
}

/**
 * The scan field with the camera button: a phone without a hand scanner works on every page that takes scans.
 */
export function ScanBar({ label, ...field }: ScanBarProps) {
  return (
    <div className="flex flex-wrap items-end gap-2">
      <ScanField label={label} {...field} className="flex min-w-60 flex-1 flex-col gap-1.5" />
      <CameraButton title={label} className="max-sm:w-full" />
    </div>
  );
}
