import { connect } from 'river-gauges';

export const gauge = connect();
