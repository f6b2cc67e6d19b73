import { useEffect, useEffectEvent } from 'react';
import { z } from 'zod';
import type { Family } from '#db/access/families.ts';
import { streamOrderChanges } from '#db/api/sync.ts';
import { callUrl } from './call.ts';
import { requireOwnSession } from './session-gate.ts';
import { useInvalidation } from './use-call.ts';

/** What pages about orders show. */
const AFFECTED_FAMILIES: readonly Family[] = [
  'orders',
  'lab/orders',
  'shipping',
  'invoices',
  's3/downloads',
  'notes',
  'internal/results',
];

const Changed = z.object({ orderIds: z.array(z.string()) });

function changedIds(data: unknown): readonly string[] {
  try {
    return Changed.safeParse(JSON.parse(String(data))).data?.orderIds ?? [];
  } catch {
    return [];
  }
}

/** Listens while the window is shown; returns the function that ends it. */
function listenWhileShown(
  onChanged: (orderIds: readonly string[]) => void,
  onMissed: () => void,
): () => void {
  const path = callUrl(streamOrderChanges, {});
  let source: EventSource | null = null;
  let isEnded = false;
  const close = (): void => {
    source?.close();
    source = null;
  };
  const open = async (): Promise<void> => {
    // Another user's session must not be read on this device.
    const isOwn = await requireOwnSession(path).then(
      () => true,
      () => false,
    );
    if (!isOwn || isEnded || source || document.visibilityState === 'hidden') return;
    source = new EventSource(path);
    let wasBroken = false;
    source.addEventListener('orders', ({ data }) => onChanged(changedIds(data)));
    source.addEventListener('error', () => {
      wasBroken = true;
    });
    source.addEventListener('open', () => {
      if (wasBroken) onMissed();
      wasBroken = false;
    });
  };
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') close();
    else {
      onMissed();
      void open();
    }
  };
  document.addEventListener('visibilitychange', onVisibility);
  void open();
  return () => {
    isEnded = true;
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  };
}

/**
 * Keeps a page about orders current: reads its queries again when the server names a changed order, and when
 * the window is shown again. A hidden window holds no connection. Without an id every visible order counts.
 */
export function useOrderChanges(orderId?: string): void {
  const invalidate = useInvalidation();
  const readAgain = useEffectEvent(() => void invalidate(AFFECTED_FAMILIES));
  const onChanged = useEffectEvent((orderIds: readonly string[]) => {
    if (orderId === undefined || orderIds.includes(orderId)) readAgain();
  });
  useEffect(() => {
    // Browsers without it read again on focus only.
    if (typeof EventSource === 'undefined') return undefined;
    return listenWhileShown(
      (orderIds) => onChanged(orderIds),
      () => readAgain(),
    );
  }, []);
}
