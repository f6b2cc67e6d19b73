import { ArrowRight, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { LotActions } from '#pwa/features/inventory/lots/lot-card.tsx';
import { usePageExists } from '#pwa/navigation/menu.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ScanVerdict } from '#pwa/ui/scan-verdict.tsx';
import type { Resolved } from './resolve-code.ts';
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
          <p>Nothing on this device has this code. The code may be new, or of another lab.</p>
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
export const titleOf = ({ kindLabel, name }: Pick<Resolved['description'], 'kindLabel' | 'name'>): string =>
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

/** A resolved code; `n` counts the codes, so that each result is announced. */
export interface ResolvedCode {
  code: string;
  n: number;
  matches: readonly Resolved[];
}

interface ScanResultProps {
  answer: ResolvedCode;
  mayOpen(path: string): boolean;
  onGo(href: string): void;
  /** Resolves a code again, after an action changed what it identifies. */
  onResolve(code: string): void;
}

/** The result of a scan: nothing, one thing with its actions, or several that share the code. */
export function ScanResult({ answer, mayOpen, onGo, onResolve }: ScanResultProps) {
  const exists = usePageExists();
  const { code, n, matches } = answer;
  if (matches.length === 0) return <NotFound key={n} code={code} scanKey={n} />;
  const isShared = matches.length > 1;
  return (
    <>
      {isShared && <MultipleMatches count={matches.length} code={code} scanKey={n} />}
      {matches.map((one) => {
        const links = linksFor(one.record, exists, mayOpen);
        const key = `${one.record.kind}|${one.record.id}`;
        const actions = one.record.kind === 'InventoryItem' && (
          <LotActions one={one} onDone={() => onResolve(code)} />
        );
        const resultProps = { one, links, actions, onGo };
        return isShared ? (
          <Candidate key={key} {...resultProps} />
        ) : (
          <ScanMatch key={key} {...resultProps} code={code} scanKey={n} />
        );
      })}
    </>
  );
}
