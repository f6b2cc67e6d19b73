import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Badge } from './badge.tsx';

interface TabEntry {
  id: string;
  label: string;
  count?: number;
  content: ReactNode;
}

interface TabsProps {
  tabs: readonly TabEntry[];
  /** The open tab, when the page controls it (for instance in the address). */
  value?: string;
  onChange?(id: string): void;
}

/** Several views of one record, one at a time. */
export function Tabs({ tabs, value, onChange }: TabsProps) {
  const at = tabs.findIndex((tab) => tab.id === value);
  const list = useRef<HTMLDivElement>(null);
  // On a phone the open tab may be outside the visible strip, for instance when the address names it.
  useEffect(() => {
    const strip = list.current;
    const open = strip?.querySelectorAll<HTMLElement>('[role=tab]')[at];
    if (!strip || !open) return;
    const [outer, inner] = [strip.getBoundingClientRect(), open.getBoundingClientRect()];
    strip.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }, [at]);
  const controlled = value === undefined ? {} : { selectedIndex: Math.max(0, at) };
  return (
    <TabGroup {...controlled} onChange={(index) => onChange?.(tabs[index]?.id ?? '')}>
      <TabList ref={list} className="flex gap-1 overflow-x-auto border-line border-b">
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            className="-mb-px flex min-h-control shrink-0 items-center gap-1.5 border-transparent border-b-3 px-2.5 font-medium sm:px-3 text-ink-soft hover:text-ink focus-visible:-outline-offset-3 data-selected:border-accent data-selected:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && <Badge>{tab.count}</Badge>}
          </Tab>
        ))}
      </TabList>
      <TabPanels className="pt-4">
        {tabs.map((tab) => (
          <TabPanel key={tab.id}>{tab.content}</TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  );
}
