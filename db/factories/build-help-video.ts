import { type HelpVideo, helpVideo } from '#db/support/help-video.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a captioned video for everybody. */
export function buildHelpVideo(overrides: Partial<HelpVideo> = {}): HelpVideo {
  const number = nextNumber('help-video');
  return buildRow(
    helpVideo,
    {
      id: `help-video-${number}`,
      title: `Packing tubes ${number}`,
      summary: 'How tubes are packed.',
      url: 'https://films.example.org/packing',
      seconds: 245,
      captioned: true,
      audience: 'EVERYBODY',
    },
    overrides,
  );
}
