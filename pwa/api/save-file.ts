/** Asks the browser to save what lies behind an address under this name. */
export function saveFrom(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Saves content that the page holds as a file on this device. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  saveFrom(address, name);
  // The browser reads the file after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
