declare const config: { press: { slow: boolean }; jars: { glass: string } };
export default config;
