import { z } from 'zod';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { Reason } from '#db/values/reason.ts';
import { VideoAudience } from './help-video.ts';

const TEN_HOURS = 36_000;

/** The fields of a help video that people enter. */
export const HelpVideoForm = z
  .strictObject({
    title: oneLine('Enter the title.', 120),
    summary: oneLine('Say in a sentence what it shows.', 300),
    url: z
      .url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'Enter an address with https://.' })
      .max(500, 'Use at most 500 characters.'),
    seconds: z.int().min(1, 'Enter how long it is.').max(TEN_HOURS, 'Ten hours is the most.').nullable(),
    captioned: z.boolean(),
    transcript: orEmpty(z.string().trim().max(20_000, 'Use at most 20000 characters.')),
    audience: VideoAudience,
    sortOrder: z.int().min(0).max(9_999).nullable(),
  })
  // People who do not hear must be able to follow (WCAG 1.2.2).
  .refine(({ captioned, transcript }) => captioned || transcript !== null, {
    path: ['transcript'],
    message: 'Add a transcript, or confirm that the video has captions.',
  });
export type HelpVideoForm = z.infer<typeof HelpVideoForm>;

/** `PATCH /api/support/videos/:id`, in. */
export const HelpVideoChange = z.strictObject({ seenVersion: z.int(), form: HelpVideoForm });

/** `DELETE /api/support/videos/:id`, in. */
export const HelpVideoRemoval = z.strictObject({ seenVersion: z.int(), reason: Reason });

/** Format a length: `4:05`, `1:02:30`. */
export function videoLength(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const rest = two(seconds % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}
