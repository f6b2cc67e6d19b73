import { Camera } from 'lucide-react';
import { memo, useState } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { CameraWindow } from './camera-window.tsx';

/**
 * A button that opens the camera for consecutive scans; its codes go to the same queue as the hand scanner's.
 */
export const CameraButton = memo(function CameraButton({
  title,
  className,
}: {
  title: string;
  className?: string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={Camera} onClick={() => setOpen(true)} {...(className ? { className } : {})}>
        Scan with the camera
      </Button>
      <CameraWindow open={open} onClose={() => setOpen(false)} continuous title={title} />
    </>
  );
});
