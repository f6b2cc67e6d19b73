import type { ComponentProps, ReactNode } from 'react';
import { KeyValues } from '#pwa/ui/key-values.tsx';

interface CardFactsProps {
  /** The number or name of the record. */
  title: string;
  status?: ReactNode;
  facts: ComponentProps<typeof KeyValues>['items'];
}

/** The content of a hover card: number, status and a few facts; empty ones are left out. */
export function CardFacts({ title, status, facts }: CardFactsProps) {
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold wrap-anywhere">{title}</span>
        {status}
      </p>
      <KeyValues items={facts.filter(({ value }) => value !== null && value !== '')} />
    </div>
  );
}
