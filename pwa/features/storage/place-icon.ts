import {
  Box,
  Building,
  Container,
  Cylinder,
  DoorOpen,
  Grid3x3,
  type LucideIcon,
  Package,
  Rows3,
  Server,
  Snowflake,
  Table2,
  Thermometer,
  Trash2,
} from 'lucide-react';
import type { StorageType } from '#db/storage/storage-type.ts';

/** The icon of each kind of location. */
export const PLACE_ICON: Record<StorageType, LucideIcon> = {
  SITE: Building,
  ROOM: DoorOpen,
  FREEZER: Snowflake,
  REFRIGERATOR: Thermometer,
  CRYO_TANK: Cylinder,
  CABINET: Container,
  BENCH: Table2,
  SHELF: Rows3,
  DRAWER: Rows3,
  RACK: Server,
  BOX: Box,
  TUBE_RACK: Grid3x3,
  PLATE: Grid3x3,
  DISPOSED: Trash2,
  SENT_TO_CLIENT: Package,
};
