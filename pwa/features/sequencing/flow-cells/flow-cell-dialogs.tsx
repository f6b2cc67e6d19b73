import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { type FlowCell, flowCellRowId } from '#db/sequencing/flow-cells/flow-cell.ts';
import { FLOW_CELL_PRODUCTS } from '#db/sequencing/flow-cells/flow-cell-product.ts';
import { FlowCellForm } from '#db/sequencing/flow-cells/receive-flow-cell.ts';
import { describeField } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { requireAccepted, useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import type { OperationResult } from '#pwa/replica/operations/run-operation.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';

const ReceiptField = fieldOf<typeof FlowCellForm>();
const CheckForm = z.strictObject({
  pores: describeField(
    z
      .string()
      .regex(/^\d{1,5}$/, 'Enter the number of pores.')
      .refine((text) => Number(text) <= 20_000, 'Enter at most 20,000 pores.'),
    { label: 'Pores', input: 'digits', hint: 'The total that the check of the flow cell shows.' },
  ),
});
const CheckField = fieldOf<typeof CheckForm>();
const ReturnForm = z.strictObject({ reason: describeField(Reason, { label: 'Reason', input: 'area' }) });
const ReturnField = fieldOf<typeof ReturnForm>();
/** Show the result of an accepted operation: its warning, or what was done. */
function showResult(result: OperationResult, done: string): void {
  requireAccepted(result);
  if (result.message !== null && result.outcome !== 'APPLIED') toast.warning(result.message);
  else toast.success(`${done} Saved on this device.`);
}

function ReceiptFields() {
  const { setValue } = useFormContext<z.input<typeof FlowCellForm>>();
  useScan(
    ({ code }) => {
      const product = FLOW_CELL_PRODUCTS.find((one) => one === code.toUpperCase());
      setValue(product ? 'productCode' : 'flowCellId', code, { shouldDirty: true });
    },
    { layer: 'dialog' },
  );
  return (
    <>
      <ReceiptField name="flowCellId" />
      <ReceiptField
        name="productCode"
        search
        options={FLOW_CELL_PRODUCTS.map((code) => ({ value: code, label: code }))}
      />
      <ReceiptField name="lotNumber" />
      <ReceiptField name="poresAtReceipt" />
    </>
  );
}

/** Receives a flow cell: its code is scanned, or typed off the cell. */
export function ReceiveDialog({ code, onClose }: { code: string; onClose(): void }) {
  const { actor } = useReplica();
  const run = useCheckedOperation();
  return (
    <FormDialog
      title="Receive flow cell"
      submitLabel="Receive flow cell"
      schema={FlowCellForm}
      defaults={{ flowCellId: code, productCode: '', lotNumber: null, poresAtReceipt: null }}
      onSubmit={async (form) => {
        const cellId = flowCellRowId(actor.lab, form.flowCellId);
        showResult(await run('receive-flow-cell', { cellId, form }), `${form.flowCellId} received.`);
        onClose();
      }}
      onClose={onClose}
    >
      <ReceiptFields />
    </FormDialog>
  );
}

export interface CellDialogProps {
  cell: FlowCell;
  onClose(): void;
}

/** Records the pores of a flow cell. */
export function CheckDialog({ cell, onClose }: CellDialogProps) {
  const run = useCheckedOperation();
  return (
    <FormDialog
      title={`Check ${cell.flowCellId}`}
      submitLabel="Save pores"
      schema={CheckForm}
      onSubmit={async ({ pores }) => {
        const result = await run('check-flow-cell', { cellId: cell.id, pores: Number(pores) });
        showResult(result, `${cell.flowCellId} has ${pores} pores.`);
        onClose();
      }}
      onClose={onClose}
    >
      <CheckField name="pores" />
    </FormDialog>
  );
}

/** Records a wash, which ends the use of the flow cell. */
export function WashDialog({ cell, onClose }: CellDialogProps) {
  const run = useCheckedOperation();
  return (
    <FormDialog
      title={`Wash ${cell.flowCellId}`}
      submitLabel="Record wash"
      schema={z.strictObject({})}
      onSubmit={async () => {
        showResult(await run('wash-flow-cell', { cellId: cell.id }), `${cell.flowCellId} washed.`);
        onClose();
      }}
      onClose={onClose}
    >
      <p>The flow cell is free again. Its next library needs barcodes that were not used on it.</p>
    </FormDialog>
  );
}

/** Returns a flow cell, or takes it out of work. */
export function ReturnDialog({ cell, onClose }: CellDialogProps) {
  const run = useCheckedOperation();
  return (
    <FormDialog
      title={`Return ${cell.flowCellId}`}
      submitLabel="Return flow cell"
      danger
      schema={ReturnForm}
      defaults={{ reason: '' }}
      onSubmit={async ({ reason }) => {
        const result = await run('return-flow-cell', { cellId: cell.id, reason });
        showResult(result, `${cell.flowCellId} returned.`);
        onClose();
      }}
      onClose={onClose}
    >
      <p>A returned flow cell is not used again.</p>
      <ReturnField name="reason" rows={3} />
    </FormDialog>
  );
}
