/** Whether values under a name are credentials: no example or default of such a field leaves the project. */
export function isSecretName(name: string): boolean {
  const word = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return (
    /secret|passw|passphrase|passcode|apikey|privatekey|accesskey|credential|authorization|cookie/.test(word) ||
    /token$/.test(word) ||
    ['pwd', 'pin', 'otp', 'cvv', 'cvc', 'jwt'].includes(word)
  );
}
