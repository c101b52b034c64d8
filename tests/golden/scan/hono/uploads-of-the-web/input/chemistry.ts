export async function develop(content: ArrayBuffer): Promise<number> {
  return content.byteLength;
}
export async function keep(content: Blob): Promise<void> {
  await develop(await content.arrayBuffer());
}
