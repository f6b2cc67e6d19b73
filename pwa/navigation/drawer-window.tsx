import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#pwa/ui/icon-button.tsx';

export interface DrawerProps {
  open: boolean;
  onClose(): void;
  children: ReactNode;
}

/** The side menu as a drawer, below 768 px. */
export function DrawerWindow({ open, onClose, children }: DrawerProps) {
  return (
    <Dialog open={open} onClose={onClose} aria-label="Menu" className="relative z-40">
      <DialogBackdrop className="fixed inset-0 bg-scrim" />
      <DialogPanel className="fixed inset-y-0 left-0 w-72 max-w-[85vw] overflow-y-auto border-line border-r bg-surface shadow-overlay">
        <div className="flex h-14 items-center justify-between border-line border-b pr-2 pl-4">
          <span className="font-semibold">Menu</span>
          <IconButton icon={X} label="Close the menu" onClick={onClose} />
        </div>
        {children}
      </DialogPanel>
    </Dialog>
  );
}
