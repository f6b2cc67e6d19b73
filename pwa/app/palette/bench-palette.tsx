import { useRouter } from '@tanstack/react-router';
import { Camera } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { useResolve } from '#pwa/app/scan-anything/resolve-code.ts';
import { type ResolvedCode, ScanResult, titleOf } from '#pwa/app/scan-anything/scan-result.tsx';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { usePersistentState } from '#pwa/replica/hooks/use-stored-draft.ts';
import { CameraWindow } from '#pwa/scanning/camera/camera-window.tsx';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import type { PaletteEntry } from './palette-entry.ts';
import { PaletteWindow, type TypedText } from './palette-window.tsx';
import { createDeviceSearch } from './search-device.ts';
import { usePalette } from './use-palette.ts';

/** The scan that opened the palette. */
export interface FirstScan {
  code: string;
  n: number;
}

const MAX_SCANS = 10;
const LastScans = z.array(z.object({ code: z.string(), name: z.string() }));

/** Resolve codes on this device, and keep the last ones. A result replaces what is typed. */
function useScanResults(first: FirstScan | null, onType: TypedText['onType']) {
  const resolve = useResolve();
  const lastScans = usePersistentState('scan-anything', [], LastScans);
  const [answer, setAnswer] = useState<ResolvedCode | null>(null);
  const count = useRef(0);
  const resolveCode = async (code: string): Promise<void> => {
    const matches = await resolve(code);
    count.current += 1;
    const [one] = matches;
    const check = matches.length > 1 || matches.some(({ description }) => description.warning);
    playScanTone(!one ? 'error' : check ? 'warning' : 'ok');
    setAnswer({ code, n: count.current, matches });
    onType('');
    const multipleMatches = matches.length > 1 ? `${matches.length} things` : null;
    const name = multipleMatches ?? (one ? titleOf(one.description) : 'Unknown code');
    await lastScans.update((now) =>
      [{ code, name }, ...now.filter((row) => row.code !== code)].slice(0, MAX_SCANS),
    );
  };
  const resolveFirst = useEffectEvent((code: string) => void resolveCode(code));
  const ready = lastScans.value !== undefined;
  useEffect(() => {
    if (first && ready) resolveFirst(first.code);
  }, [first, ready]);
  useScan((scan) => resolveCode(scan.code), { layer: 'dialog', enabled: ready });
  return { answer, lastScans: lastScans.value ?? [], resolveCode };
}

interface BenchPaletteProps extends TypedText {
  first: FirstScan | null;
  onClose(): void;
}

/** The palette of the bench: it also takes scans, and stays open for the next code. */
export function BenchPalette({ first, onClose, text, onType }: BenchPaletteProps) {
  const { answer, lastScans, resolveCode } = useScanResults(first, onType);
  const palette = usePalette(onClose);
  const replica = useReplica();
  const router = useRouter();
  const searchDevice = useMemo(() => createDeviceSearch(replica), [replica]);
  const [camera, setCamera] = useState(false);
  const scans = lastScans.map(
    ({ code, name }): PaletteEntry => ({
      key: `scan|${code}`,
      group: 'Last scans',
      title: code,
      detail: name,
      href: null,
      isCode: true,
    }),
  );
  const choose = (entry: PaletteEntry): void => {
    if (entry.href === null) void resolveCode(entry.title);
    else palette.onChoose(entry);
  };
  return (
    <>
      <PaletteWindow
        {...palette}
        {...{ text, onType }}
        recent={[...palette.recent, ...scans]}
        placeholder="Search or scan"
        isScanned={first !== null}
        searchDevice={searchDevice}
        onChoose={choose}
        onCode={(code) => void resolveCode(code)}
        tools={<IconButton icon={Camera} label="Scan with the camera" onClick={() => setCamera(true)} />}
        result={
          answer && (
            <ScanResult
              answer={answer}
              mayOpen={palette.mayOpen}
              onResolve={(code) => void resolveCode(code)}
              onGo={(href) => {
                onClose();
                router.history.push(href);
              }}
            />
          )
        }
      />
      <CameraWindow open={camera} onClose={() => setCamera(false)} title="Scan" />
    </>
  );
}
