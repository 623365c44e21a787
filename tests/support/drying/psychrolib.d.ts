/** PsychroLib has no types of its own. Temperatures and pressures are in the chosen units; humidity is from 0 to 1. */
declare module 'psychrolib' {
  const psychrolib: {
    readonly IP: number;
    readonly SetUnitSystem: (system: number) => void;
    readonly GetHumRatioFromRelHum: (temperature: number, humidity: number, pressure: number) => number;
    readonly GetStandardAtmPressure: (altitude: number) => number;
    readonly GetTDewPointFromRelHum: (temperature: number, humidity: number) => number;
    readonly GetVapPresFromRelHum: (temperature: number, humidity: number) => number;
  };
  export default psychrolib;
}
