import { Camera } from 'lucide-react';
import { memo, useState } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { CameraWindow } from './camera-window.tsx';

/** Opens the camera for one scan after the other; what it reads goes where the hand scanner's codes go. */
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
