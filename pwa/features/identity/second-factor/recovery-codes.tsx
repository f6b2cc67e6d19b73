import { Copy, Download, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { useReactToPrint } from 'react-to-print';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

function downloadText(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Shows new recovery codes once: the user prints, saves or copies them and then continues. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const sheet = useRef<HTMLDivElement>(null);
  const [isSaved, setIsSaved] = useState(false);
  const print = useReactToPrint({ contentRef: sheet, documentTitle: 'Recovery codes' });
  const text = `Benchside recovery codes. Each works once.\n\n${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success('The codes are copied.'),
      () => toast.error('This browser did not copy. Print or download the codes.'),
    );
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning" title="Keep these codes. They are shown only now.">
        <p>Each one signs you in once when your phone or passkey is lost.</p>
      </Notice>
      <div ref={sheet}>
        <p className="hidden font-semibold print:block">Benchside recovery codes. Each works once.</p>
        <ul
          aria-label="Recovery codes"
          className="grid gap-x-6 gap-y-1 rounded-md bg-sunken p-3 sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="code select-all whitespace-nowrap">
              {code}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button icon={Printer} onClick={() => print()}>
          Print
        </Button>
        <Button icon={Download} onClick={() => downloadText('recovery-codes.txt', text)}>
          Download
        </Button>
        <Button icon={Copy} onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <Checkbox value={isSaved} onChange={setIsSaved} label="I have kept the codes." />
      <Button variant="primary" wide disabled={!isSaved} onClick={onDone}>
        Continue
      </Button>
    </div>
  );
}
