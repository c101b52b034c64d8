/** JavaScript and TypeScript, and the JSON they import or are configured with. */
const SOURCE = /\.(?:[cm]?[jt]sx?|json)$/i;
const NOT = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|[^/]*\.tsbuildinfo)$/;

/** Whether a change of this file can change what the API is. The path is relative to the project, with forward slashes. */
export const isSourceFile = (path: string): boolean => SOURCE.test(path) && !NOT.test(path);
