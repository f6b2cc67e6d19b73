import { Play } from 'lucide-react';
import type { HelpVideo } from '#db/support/help-video.ts';
import { videoLength } from '#db/support/help-video-form.ts';

/** Poster of a video, drawn here so that nothing loads from the external site. */
export function VideoPoster({
  video,
  large = false,
}: {
  video: Pick<HelpVideo, 'seconds'>;
  large?: boolean;
}) {
  return (
    <span
      data-tone="info"
      className={`relative flex shrink-0 items-center justify-center rounded-md border border-tone-line bg-tone-soft text-tone-ink ${large ? 'aspect-video w-full max-w-md' : 'h-14 w-24'}`}
    >
      <Play aria-hidden size={large ? 48 : 22} />
      {video.seconds !== null && (
        <span className="absolute right-1 bottom-1 rounded bg-surface px-1 text-ink text-xs tabular-nums">
          <span className="sr-only">Length </span>
          {videoLength(video.seconds)}
        </span>
      )}
    </span>
  );
}
