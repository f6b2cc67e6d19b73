import { Button } from '../../button.tsx';
import { Dialog } from '../../dialog.tsx';
import { Checkbox } from '../../form/checkbox.tsx';

interface ColumnsDialogProps {
  open: boolean;
  columns: readonly { id: string; header: string }[];
  hidden: readonly string[];
  onHide(hidden: string[]): void;
  onClose(): void;
}

/** A dialog that chooses the visible columns of a list; the first is always visible. */
export function ColumnsDialog({ open, columns, hidden, onHide, onClose }: ColumnsDialogProps) {
  return (
    <Dialog
      open={open}
      title="Columns"
      onClose={onClose}
      actions={
        <>
          <Button disabled={hidden.length === 0} onClick={() => onHide([])}>
            Show all
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="flex flex-col">
        {columns.map(({ id, header }, index) => (
          <Checkbox
            key={id}
            id={`column-${id}`}
            label={header}
            value={index === 0 || !hidden.includes(id)}
            disabled={index === 0}
            onChange={(isShown) =>
              onHide(isShown ? hidden.filter((one) => one !== id) : [...new Set([...hidden, id])])
            }
          />
        ))}
      </div>
    </Dialog>
  );
}
