import { type KeyboardEvent, useState } from 'react';
import { createScanBurst } from './scan-burst.ts';

/**
 * Return a capture handler for a dialog or form: the Enter that ends a scan presses nothing and submits
 * nothing.
 */
export function useScanGuard(): (event: KeyboardEvent) => void {
  const [isScan] = useState(createScanBurst);
  return (event) => {
    if (isScan(event.key, event.timeStamp)) event.preventDefault();
  };
}
