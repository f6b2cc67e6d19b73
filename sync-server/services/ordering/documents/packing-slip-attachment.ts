import type { Pool } from 'pg';
import { z } from 'zod';
import type { EmailKind } from '#db/records/emails/email-kind.ts';
import type { Attachment } from '#sync-server/integrations/mail/mailer.ts';
import { renderPackingSlipPdf } from './packing-slip-pdf.ts';
import { readPackingSlip } from './read-packing-slip.ts';

/** Emails that tell how to send the specimens. */
const KINDS_WITH_SLIP: readonly EmailKind[] = ['ORDER_CONFIRMATION', 'ORDER_APPROVED'];

const OrderSubject = z.object({ targetType: z.literal('Order'), targetId: z.string() });

/** Return the packing slip of an email that asks for specimens; none when nothing is to be sent. */
export async function packingSlipFor(
  pool: Pick<Pool, 'query'>,
  { kind, data }: { kind: EmailKind; data: unknown },
): Promise<readonly Attachment[]> {
  const subject = OrderSubject.safeParse(data);
  if (!KINDS_WITH_SLIP.includes(kind) || !subject.success) return [];
  const slip = await readPackingSlip(pool, subject.data.targetId);
  if (!slip) return [];
  const content = await renderPackingSlipPdf(slip);
  return [{ filename: `packing-slip-${slip.orderNumber}.pdf`, contentType: 'application/pdf', content }];
}
