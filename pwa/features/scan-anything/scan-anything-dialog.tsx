import { useRouter } from '@tanstack/react-router';
import { Camera } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { mayVisit } from '#db/access/paths.ts';
import { useShell } from '#pwa/app/shell.ts';
import { usePageExists } from '#pwa/app/use-menu.ts';
import { useKept } from '#pwa/replica/hooks/use-kept.ts';
import { CameraWindow } from '#pwa/scanning/camera-window.tsx';
import { ScanField } from '#pwa/scanning/scan-field.tsx';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { LotActs } from './lot-card.tsx';
import { linksFor } from './scan-links.ts';
import { Candidate, Found, NotFound, SeveralFound, titleOf } from './scan-result.tsx';
import { type Resolved, useResolve } from './use-resolve.ts';

const KEPT = 10;
const Recent = z.array(z.object({ code: z.string(), name: z.string() }));

interface Answer {
  code: string;
  n: number;
  found: readonly Resolved[];
}

function useAnswers(first: { code: string; n: number } | null) {
  const resolve = useResolve();
  const recent = useKept('scan-anything', [], Recent);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const count = useRef(0);
  const look = async (code: string): Promise<void> => {
    const found = await resolve(code);
    count.current += 1;
    const [one] = found;
    const check = found.length > 1 || found.some(({ description }) => description.warning);
    playScanTone(!one ? 'error' : check ? 'warning' : 'ok');
    setAnswer({ code, n: count.current, found });
    const several = found.length > 1 ? `${found.length} things` : null;
    const name = several ?? (one ? titleOf(one.description) : 'Unknown code');
    await recent.update((now) => [{ code, name }, ...now.filter((row) => row.code !== code)].slice(0, KEPT));
  };
  const newest = useRef(look);
  newest.current = look;
  const ready = recent.value !== undefined;
  useEffect(() => {
    if (first && ready) void newest.current(first.code);
  }, [first, ready]);
  useScan((scan) => look(scan.code), { layer: 'dialog', enabled: ready });
  return { answer, recent: recent.value ?? [], look };
}

/** The window of "scan anything": it stays open for the next code. */
export function ScanAnythingDialog(props: { first: { code: string; n: number } | null; onClose(): void }) {
  const { first, onClose } = props;
  const { answer, recent, look } = useAnswers(first);
  const several = (answer?.found.length ?? 0) > 1;
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
        {answer && answer.found.length === 0 && (
          <NotFound key={answer.n} code={answer.code} scanKey={answer.n} />
        )}
        {answer && several && (
          <SeveralFound count={answer.found.length} code={answer.code} scanKey={answer.n} />
        )}
        {answer?.found.map((one) => {
          const links = linksFor(one.thing, exists, mayOpen);
          const key = `${one.thing.kind}|${one.thing.id}`;
          const acts = one.thing.kind === 'InventoryItem' && (
            <LotActs one={one} onDone={() => void look(answer.code)} />
          );
          const shown = { one, links, acts, onGo: go };
          return several ? (
            <Candidate key={key} {...shown} />
          ) : (
            <Found key={key} {...shown} code={answer.code} scanKey={answer.n} />
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
                    onClick={() => void look(row.code)}
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
