import { lazy, Suspense } from 'react';
import { SlowLoadFallback } from '#pwa/ui/lazy-component.tsx';
import type { CameraScannerProps } from './camera-scanner.tsx';

// Decoders are large and most scans come from the hand scanner, so they are loaded when a user opens the
// camera.
const CameraScanner = lazy(() =>
  import('./camera-scanner.tsx').then((module) => ({ default: module.CameraScanner })),
);

/** The camera scanner, loaded on first use; the device caches it, so it works offline too. */
export function CameraWindow(props: CameraScannerProps) {
  if (!props.open) return null;
  return (
    <Suspense fallback={<SlowLoadFallback over />}>
      <CameraScanner {...props} />
    </Suspense>
  );
}
