import { FileSpreadsheet, Image as ImageIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { saveFile } from '#pwa/api/save-file.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { ChartData } from '#pwa/ui/chart/chart-data.ts';
import { ChartFigure } from '#pwa/ui/chart/chart-figure.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { plotPng, savePlotCsv } from './export-plot.ts';

interface RunPlotProps {
  title: string;
  /** The name of the files without their ending. */
  fileName: string;
  /** The name of the column of places in the CSV. */
  placeName: string;
  data: ChartData;
  text: string;
}

/** A plot of a run with its summary as text; its values are saved as CSV and its drawing as PNG. */
export function RunPlot({ title, fileName, placeName, data, text }: RunPlotProps) {
  const drawing = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const savePng = async (): Promise<void> => {
    const svg = drawing.current?.querySelector('svg');
    const png = svg ? await plotPng(svg, title).catch(() => null) : null;
    setFailed(png === null);
    if (png) saveFile(png, `${fileName}.png`);
  };
  return (
    <Section title={title}>
      <div ref={drawing} className="min-w-0">
        <ChartFigure data={data} text={text} />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          icon={FileSpreadsheet}
          aria-label={`Save ${title} as CSV`}
          onClick={() => savePlotCsv(fileName, placeName, data)}
        >
          CSV
        </Button>
        <Button icon={ImageIcon} aria-label={`Save ${title} as PNG`} onClick={() => void savePng()}>
          PNG
        </Button>
      </div>
      {hasFailed && <Notice tone="warning" title="This browser cannot draw the plot. Save it as CSV." />}
    </Section>
  );
}
