declare module 'weave';
