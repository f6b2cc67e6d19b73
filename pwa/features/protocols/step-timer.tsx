import { Pause, Play, TimerReset } from 'lucide-react';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useDraft } from '#pwa/replica/hooks/use-draft.ts';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { Button } from '#pwa/ui/button.tsx';

const Running = z.object({ endsAt: z.number().nullable(), leftMs: z.number() });
type Running = z.infer<typeof Running>;

const parse = (savedTimer: unknown): Running | undefined => Running.safeParse(savedTimer).data;

/** Format a duration as a clock: 9:05, or 1:02:03. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const pad = (n: number): string => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`;
}

function useTick(running: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!running) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}

/** A countdown of a step; it survives a reload, and its end sounds and stays visible. */
export function StepTimer({ name, seconds }: { name: string; seconds: number }) {
  const durationMs = seconds * 1000;
  const draft = useDraft<Running>(`timer:${name}`, { endsAt: null, leftMs: durationMs }, parse);
  const { endsAt, leftMs } = draft.value ?? { endsAt: null, leftMs: durationMs };
  const now = useTick(endsAt !== null);
  const remainingMs = endsAt === null ? leftMs : endsAt - now;
  const isOver = endsAt !== null && remainingMs <= 0;
  useEffect(() => {
    if (!isOver) return undefined;
    playScanTone('warning');
    const toneInterval = setInterval(() => playScanTone('warning'), 5000);
    return () => clearInterval(toneInterval);
  }, [isOver]);
  const start = (): void => void draft.save({ endsAt: Date.now() + leftMs, leftMs });
  const pause = (): void => void draft.save({ endsAt: null, leftMs: Math.max(0, remainingMs) });
  const reset = (): void => void draft.save({ endsAt: null, leftMs: durationMs });
  return (
    <div
      data-tone={isOver ? 'danger' : endsAt === null ? 'neutral' : 'progress'}
      className="flex flex-wrap items-center gap-3 rounded-lg border border-tone-line bg-tone-soft px-3 py-1.5 text-tone-ink"
    >
      <span role="timer" className="min-w-20 font-semibold text-2xl tabular-nums">
        {clockText(remainingMs)}
      </span>
      {isOver && (
        <span role="alert" className="font-semibold">
          Time is up
        </span>
      )}
      <span className="ml-auto flex gap-2">
        {endsAt === null ? (
          <Button icon={Play} onClick={start} disabled={leftMs <= 0}>
            {leftMs < durationMs ? 'Go on' : 'Start timer'}
          </Button>
        ) : (
          !isOver && (
            <Button icon={Pause} onClick={pause}>
              Pause
            </Button>
          )
        )}
        {(endsAt !== null || leftMs < durationMs) && (
          <Button icon={TimerReset} onClick={reset}>
            {isOver ? 'Stop' : 'Reset'}
          </Button>
        )}
      </span>
    </div>
  );
}
