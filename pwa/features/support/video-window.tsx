import { ExternalLink, Pencil, Trash2 } from 'lucide-react';
import type { HelpVideo } from '#db/support/help-video.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { VideoPoster } from './video-poster.tsx';

interface VideoWindowProps {
  video: HelpVideo | null;
  keeps: boolean;
  onEdit(): void;
  onRemove(): void;
  onClose(): void;
}

/** One video: summary, transcript, and link. Nothing of it loads before Watch is pressed. */
export function VideoWindow({ video, keeps, onEdit, onRemove, onClose }: VideoWindowProps) {
  if (!video) return null;
  const { hostname } = new URL(video.url);
  return (
    <Dialog
      open
      title={video.title}
      onClose={onClose}
      actions={
        <>
          {keeps && (
            <>
              <Button icon={Trash2} onClick={onRemove}>
                Remove
              </Button>
              <Button icon={Pencil} onClick={onEdit}>
                Edit
              </Button>
            </>
          )}
          <a
            href={video.url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-control items-center justify-center gap-2 rounded-md bg-accent px-3.5 font-medium text-on-accent hover:bg-accent-hover"
          >
            <ExternalLink aria-hidden size={18} /> Watch
          </a>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <VideoPoster video={video} large />
        <p>{video.summary}</p>
        <p className="text-ink-soft">
          {`It opens in a new tab at ${hostname}${video.captioned ? ', with captions' : ''}.`}
        </p>
        {video.transcript && (
          <section aria-labelledby="video-transcript" className="flex flex-col gap-1">
            <h3 id="video-transcript" className="font-semibold">
              Transcript
            </h3>
            <p className="wrap-anywhere max-w-prose whitespace-pre-line">{video.transcript}</p>
          </section>
        )}
      </div>
    </Dialog>
  );
}
