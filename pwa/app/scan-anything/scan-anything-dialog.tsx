import { useRouter } from '@tanstack/react-router';
import { ArrowRight, Camera, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { z } from 'zod';
import { mayVisit } from '#db/access/paths.ts';
import { useShell } from '#pwa/app/shell.ts';
import { LotActions } from '#pwa/features/inventory/lots/lot-card.tsx';
import { usePageExists } from '#pwa/navigation/menu.ts';
import { usePersistentState } from '#pwa/replica/hooks/use-stored-draft.ts';
import { CameraWindow } from '#pwa/scanning/camera/camera-window.tsx';
import { ScanField } from '#pwa/scanning/scan-field.tsx';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { ScanVerdict } from '#pwa/ui/scan-verdict.tsx';
import { type Resolved, useResolve } from './resolve-code.ts';
import { linksFor } from './scan-links.ts';

/** Message for a code that nothing on this device has, with the code to copy. */
function NotFound({ code, scanKey }: { code: string; scanKey: number }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = (): void => {
    navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <ScanVerdict
      verdict="error"
      title="Unknown code"
      code={code}
      scanKey={scanKey}
      detail={
        <>
          <p>Nothing on this device carries this code. It may be new, or of another lab.</p>
          <p role="status">
            {copied === null
              ? ''
              : copied
                ? `Copied ${code}.`
                : 'This browser did not allow copying. Select the code above.'}
          </p>
        </>
      }
      actions={
        <Button icon={Copy} onClick={copy}>
          Copy the code
        </Button>
      }
    />
  );
}

/** Join kind and name, unless the name contains the kind: `Freezer 1`. */
const titleOf = ({ kindLabel, name }: Pick<Resolved['description'], 'kindLabel' | 'name'>): string =>
  name.toLowerCase().startsWith(kindLabel.toLowerCase()) ? name : `${kindLabel} ${name}`;

/** Several things have this code: the user selects the right one. */
function MultipleMatches({ count, code, scanKey }: { count: number; code: string; scanKey: number }) {
  return (
    <ScanVerdict
      verdict="warning"
      title={`${count} things carry this code`}
      code={code}
      scanKey={scanKey}
      detail={<p>Open the one that you have in your hand.</p>}
    />
  );
}

/** One of several things with the code, without a verdict of its own. */
function Candidate({ one, links, actions, onGo }: Omit<ScanMatchProps, 'code' | 'scanKey'>) {
  const { description } = one;
  return (
    <article className="flex flex-col gap-2 rounded-lg border border-line p-3">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        {titleOf(description)}
        {description.status && <StatusBadge display={description.status} />}
      </h3>
      {description.facts.map((fact) => (
        <p key={fact} className="text-ink-soft">
          {fact}
        </p>
      ))}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {links.map((link) => (
          <Button key={link.label} icon={ArrowRight} onClick={() => onGo(link.href)}>
            {link.label}
          </Button>
        ))}
        {actions}
      </div>
    </article>
  );
}

interface ScanMatchProps {
  one: Resolved;
  code: string;
  scanKey: number;
  links: readonly { label: string; href: string }[];
  /** Actions available right here. */
  actions: ReactNode;
  onGo(href: string): void;
}

/** The thing that the code identifies, and its actions. */
export function ScanMatch({ one, code, scanKey, links, actions, onGo }: ScanMatchProps) {
  const { description } = one;
  return (
    <ScanVerdict
      verdict={description.warning ? 'warning' : 'ok'}
      title={titleOf(description)}
      scanKey={scanKey}
      {...(description.name === code ? {} : { code })}
      detail={
        <div className="flex flex-col gap-1">
          {description.status && (
            <span>
              <StatusBadge display={description.status} />
            </span>
          )}
          {description.facts.map((fact) => (
            <p key={fact}>{fact}</p>
          ))}
        </div>
      }
      actions={
        <>
          {links.map((link, index) => (
            <Button
              key={link.label}
              icon={ArrowRight}
              command={index === 0 ? ['NEXT', 'OK'] : []}
              onClick={() => onGo(link.href)}
            >
              {link.label}
            </Button>
          ))}
          {actions}
        </>
      }
    />
  );
}

const MAX_RECENT = 10;
const Recent = z.array(z.object({ code: z.string(), name: z.string() }));

interface Answer {
  code: string;
  n: number;
  matches: readonly Resolved[];
}

function useAnswers(first: { code: string; n: number } | null) {
  const resolve = useResolve();
  const recent = usePersistentState('scan-anything', [], Recent);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const count = useRef(0);
  const resolveCode = async (code: string): Promise<void> => {
    const matches = await resolve(code);
    count.current += 1;
    const [one] = matches;
    const check = matches.length > 1 || matches.some(({ description }) => description.warning);
    playScanTone(!one ? 'error' : check ? 'warning' : 'ok');
    setAnswer({ code, n: count.current, matches });
    const multipleMatches = matches.length > 1 ? `${matches.length} things` : null;
    const name = multipleMatches ?? (one ? titleOf(one.description) : 'Unknown code');
    await recent.update((now) =>
      [{ code, name }, ...now.filter((row) => row.code !== code)].slice(0, MAX_RECENT),
    );
  };
  const resolveFirst = useEffectEvent((code: string) => void resolveCode(code));
  const ready = recent.value !== undefined;
  useEffect(() => {
    if (first && ready) resolveFirst(first.code);
  }, [first, ready]);
  useScan((scan) => resolveCode(scan.code), { layer: 'dialog', enabled: ready });
  return { answer, recent: recent.value ?? [], resolveCode };
}

/** The dialog of "scan anything"; stays open for the next code. */
export function ScanAnythingDialog(props: { first: { code: string; n: number } | null; onClose(): void }) {
  const { first, onClose } = props;
  const { answer, recent, resolveCode } = useAnswers(first);
  const multipleMatches = (answer?.matches.length ?? 0) > 1;
  const [camera, setCamera] = useState(false);
  const exists = usePageExists();
  const { siteVariant, user } = useShell();
  const router = useRouter();
  const role = user?.role ?? null;
  const mayOpen = (path: string): boolean => role !== null && mayVisit(siteVariant, role, path);
  const go = (href: string): void => {
    onClose();
    router.history.push(href);
  };
  return (
    <Dialog open title="Scan anything" onClose={onClose}>
      <div className="flex flex-col gap-4">
        <ScanField label="Scan or type a code" autoFocus uncounted className="flex flex-col gap-1.5" />
        <Button icon={Camera} onClick={() => setCamera(true)}>
          Scan with the camera
        </Button>
        <CameraWindow open={camera} onClose={() => setCamera(false)} title="Scan anything" />
        {answer && answer.matches.length === 0 && (
          <NotFound key={answer.n} code={answer.code} scanKey={answer.n} />
        )}
        {answer && multipleMatches && (
          <MultipleMatches count={answer.matches.length} code={answer.code} scanKey={answer.n} />
        )}
        {answer?.matches.map((one) => {
          const links = linksFor(one.record, exists, mayOpen);
          const key = `${one.record.kind}|${one.record.id}`;
          const actions = one.record.kind === 'InventoryItem' && (
            <LotActions one={one} onDone={() => void resolveCode(answer.code)} />
          );
          const resultProps = { one, links, actions, onGo: go };
          return multipleMatches ? (
            <Candidate key={key} {...resultProps} />
          ) : (
            <ScanMatch key={key} {...resultProps} code={answer.code} scanKey={answer.n} />
          );
        })}
        {recent.length > 0 && (
          <section aria-labelledby="recent-scans">
            <h3 id="recent-scans" className="mb-1 font-semibold">
              Last scans
            </h3>
            <ul className="divide-y divide-line">
              {recent.map((row) => (
                <li key={row.code}>
                  <button
                    type="button"
                    onClick={() => void resolveCode(row.code)}
                    className="flex min-h-11 w-full flex-wrap items-center gap-x-3 rounded-md px-2 text-left hover:bg-hover"
                  >
                    <span className="code font-semibold">{row.code}</span>
                    <span className="text-ink-soft text-sm">{row.name}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  );
}
