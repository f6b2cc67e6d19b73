import { z } from 'zod';
import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import type { InventoryItem } from '#db/inventory/inventory-item.ts';
import type { InventoryType } from '#db/inventory/inventory-type.ts';
import { effectiveExpiration, mayReopen, mustBeCounted } from '#db/inventory/lot-problem.ts';
import { canonicalNumber } from '#db/protocols/values/canonical-value.ts';
import { describeField } from '#db/values/field-types.ts';
import { reasonText } from '#pwa/ui/form/schema-field.tsx';

/** Actions on a scanned lot. */
export type LotAction = 'receive' | 'open' | 'use up' | 'count' | 'reopen';

/** Label, operation and success message of each action. */
export const LOT_ACTIONS = {
  receive: { label: 'Receive', done: 'received' },
  open: { label: 'Mark opened', done: 'marked opened' },
  'use up': { label: 'Mark used', done: 'marked used' },
  count: { label: 'Count', done: 'counted' },
  reopen: { label: 'Reopen', done: 'reopened' },
} as const satisfies Record<LotAction, { label: string; done: string }>;

/**
 * List the actions that the lot's state and the user's role permit; an unusable lot is discarded, not opened.
 */
export function listLotActions(
  item: Pick<InventoryItem, 'status' | 'usedAt' | 'remaining' | 'quantity' | 'disposalReason'>,
  { role, at, usable }: { role: Role; at: string; usable: boolean },
): LotAction[] {
  if (!may(role, 'lab/inventory-item:update')) return [];
  if (item.status === 'ORDERED') return ['receive'];
  if (item.status === 'RECEIVED') return usable ? ['open', 'use up', 'count'] : ['use up', 'count'];
  if (item.status === 'OPENED') return ['use up', 'count'];
  // An over-drawn lot that was not discarded can be counted, which reopens it.
  if (mustBeCounted(item)) return ['count'];
  return mayReopen(role, item, at) ? ['reopen'] : [];
}

/** Report whether the recorded amount is 0, so that reopening needs the remaining amount. */
export const needsRemaining = ({ remaining }: Pick<InventoryItem, 'remaining'>): boolean =>
  remaining !== null && Number(remaining) <= 0;

const MORE_THAN_NOTHING = 'Enter more than 0.';
const REMAINING_TEXT = { label: 'Left in it', input: 'decimal' } as const;

/** The form of a receipt; the type of the lot decides whether it must have passed QC. */
export const receiptForm = ({ requiresQc }: Pick<InventoryType, 'requiresQc'>) =>
  z
    .object({
      lotNumber: describeField(z.string().trim().min(1, 'Enter the lot number.'), {
        label: 'Lot number',
        hint: 'Type it, or scan it off the label.',
        input: 'code',
      }),
      expirationDate: describeField(z.string(), { label: 'Expires on', input: 'date' }),
      undated: describeField(z.boolean(), 'No date is printed on it'),
      quantity: describeField(
        z.string().refine((amount) => Number(amount) > 0, MORE_THAN_NOTHING),
        { label: 'Amount', input: 'decimal' },
      ),
      qcPassed: describeField(z.boolean().nullable(), 'Has it passed QC?'),
    })
    .superRefine(({ expirationDate, undated, qcPassed }, context) => {
      const refuse = (field: string, message: string): void =>
        context.addIssue({ code: 'custom', path: [field], message });
      if (expirationDate === '' && !undated)
        refuse('expirationDate', 'Enter the date, or say that none is printed.');
      if (requiresQc && qcPassed !== true)
        refuse('qcPassed', 'A lot is received after it passes QC. Until then, set it aside.');
    })
    .transform(({ undated, expirationDate, qcPassed, ...receipt }) => ({
      ...receipt,
      expirationDate: undated ? null : expirationDate,
      qcPassed: requiresQc ? qcPassed : null,
    }));

/** The form of a count; 0 is valid. */
export const CountForm = z.object({
  counted: describeField(
    z.string().transform((typed, context) => {
      const amount = canonicalNumber(typed);
      if (amount !== null) return amount;
      context.addIssue({ code: 'custom', message: 'Enter how much is left, 0 if it is nothing.' });
      return z.NEVER;
    }),
    REMAINING_TEXT,
  ),
});

/** The form of reopening; the remaining amount is required where the recorded one is 0. */
export const reopenForm = (item: Pick<InventoryItem, 'remaining'>) =>
  z.object({
    remaining: describeField(
      z
        .string()
        .refine((amount) => amount !== '' || !needsRemaining(item), 'Enter how much is left.')
        .refine((amount) => amount === '' || Number(amount) > 0, MORE_THAN_NOTHING)
        .transform((amount) => amount || null),
      REMAINING_TEXT,
    ),
    reason: reasonText(),
  });

/** Format an amount with its unit; "2 left", not "2 each left". */
export const amountText = (amount: string, unit: string | undefined): string =>
  unit === undefined || unit === 'each' ? amount : `${amount} ${unit}`;

/** Compute the expiry of a lot that is opened at a given time. */
export function describeOpenedExpiration(
  item: Pick<InventoryItem, 'expirationDate'>,
  type: InventoryType,
  at: string,
  labTimezone: string,
): string {
  const { expirationDate } = item;
  const until = effectiveExpiration({ expirationDate, openedAt: at }, type, labTimezone);
  return until === null ? 'This lot has no expiration date.' : `Once opened it is good until ${until}.`;
}
