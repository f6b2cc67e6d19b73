import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { WindowWidthContext } from '#pwa/ui/use-wide.ts';

export type PreviewSize = 'HANDHELD' | 'DESKTOP';

const WIDTH: Record<PreviewSize, number> = { HANDHELD: 360, DESKTOP: 1180 };
const MIN_HEIGHT = 320;

/** Give a document the theme of this page. */
function copyTheme(target: Document): void {
  for (const { name, value } of document.documentElement.attributes)
    target.documentElement.setAttribute(name, value);
}

/** Give a document the styles of this page, and follow its theme; returns a function that stops. */
function copyStyles(target: Document): () => void {
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"], style'))
    target.head.append(target.importNode(sheet, true));
  copyTheme(target);
  const themes = new MutationObserver(() => copyTheme(target));
  themes.observe(document.documentElement, { attributes: true });
  return () => themes.disconnect();
}

interface PreviewFrameProps {
  size: PreviewSize;
  title: string;
  children: ReactNode;
}

/** Draws a part of the app as a window of another width has it: its media queries follow the frame. */
export function PreviewFrame({ size, title, children }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const [inner, setInner] = useState<Document | null>(null);
  const [content, setContent] = useState<HTMLDivElement | null>(null);
  const [height, setHeight] = useState(MIN_HEIGHT);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const target = frame.current?.contentDocument ?? null;
    setInner(target);
    return target ? copyStyles(target) : undefined;
  }, []);
  useEffect(() => {
    const outer = holder.current;
    if (!outer || !content) return undefined;
    const sizes = new ResizeObserver(() => {
      setHeight(Math.max(MIN_HEIGHT, content.offsetHeight));
      setScale(Math.min(1, outer.clientWidth / WIDTH[size]));
    });
    sizes.observe(outer);
    sizes.observe(content);
    return () => sizes.disconnect();
  }, [content, size]);
  return (
    <div ref={holder} className="min-w-0 overflow-hidden" style={{ height: height * scale }}>
      <iframe
        ref={frame}
        title={title}
        className="origin-top-left bg-canvas"
        style={{ width: WIDTH[size], height, transform: `scale(${scale})` }}
      />
      {inner &&
        createPortal(
          <WindowWidthContext value={WIDTH[size]}>
            <div ref={setContent} className="bg-canvas p-3 text-ink">
              {children}
            </div>
          </WindowWidthContext>,
          inner.body,
        )}
    </div>
  );
}
