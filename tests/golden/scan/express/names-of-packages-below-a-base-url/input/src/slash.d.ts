export default function slash(path: string): string;
