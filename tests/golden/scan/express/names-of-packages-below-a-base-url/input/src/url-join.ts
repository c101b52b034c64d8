export default (...names: readonly string[]) => `/${names.join('-of-')}`;
